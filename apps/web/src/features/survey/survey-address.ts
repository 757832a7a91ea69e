/**
 * Where a survey stands: its id in the configured template, encoded so that it is one part of a path and never an address
 * of its own (SH-15). Null: no survey host is configured, it is our own, which no sandbox would hold, or this is no id.
 */
export const surveyAddress = (template: string | null, id: string): string | null => {
  const host = template === null ? null : URL.parse(template);
  if (!template || host?.protocol !== 'https:' || host.origin === location.origin) return null;
  // never in the host; and dots alone would be steps up in the path, and nothing encodes them
  if (template.indexOf('{id}') < host.origin.length || /^\.*$/.test(id)) return null;
  return template.replaceAll('{id}', () => encodeURIComponent(id));
};
