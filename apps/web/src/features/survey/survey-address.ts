/**
 * Address of a survey in the configured template. The id is encoded as one path segment, so that it cannot change the
 * address (SH-15). Null without a survey host, for our own host (no sandbox would isolate it), and for an invalid id.
 */
export const surveyAddress = (template: string | null, id: string): string | null => {
  const host = template === null ? null : URL.parse(template);
  if (!template || host?.protocol !== 'https:' || host.origin === location.origin) return null;
  // never in the host; and dots alone would be steps up in the path, and nothing encodes them
  if (template.indexOf('{id}') < host.origin.length || /^\.*$/.test(id)) return null;
  return template.replaceAll('{id}', () => encodeURIComponent(id));
};
