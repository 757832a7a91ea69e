import { registerHooks } from 'node:module';

/**
 * Preloaded by servers of the Citus drill. Citus cannot plan a statement for unknown values, so the connections ask for a
 * plan for each call instead of one plan for all (decision 29).
 */
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.endsWith('/adapters/postgres/database.ts')) return loaded;
    const source = String(loaded.source);
    const changed = source.replace("'force_generic_plan'", "'force_custom_plan'");
    if (changed === source) throw new Error(`${url} does not set force_generic_plan; adapt drills/custom-plans.mjs`);
    return { ...loaded, source: changed };
  },
});
