/**
 * Address of a survey in the configured template. The id is encoded as one path segment, so that it cannot change the
 * address (SH-15). Null without a survey host, for our own host (no sandbox would isolate it), and for an invalid id.
 */
export const surveyAddress = (template: string | null, id: string): string | null => {
  const host = template === null ? null : URL.parse(template);
  if (!template || host?.protocol !== 'https:' || host.origin === location.origin) return null;
  // The placeholder must not be in the host. A value of dots only would navigate the path, and no encoding prevents it.
  if (template.indexOf('{id}') < host.origin.length || /^\.*$/.test(id)) return null;
  return template.replaceAll('{id}', () => encodeURIComponent(id));
};
