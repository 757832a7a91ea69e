/** What RFC 8187 lets stand unencoded is less than encodeURIComponent does. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * `Content-Disposition` of a file to save (RFC 6266). Signs that could end or change the header become `_` in the plain
 * name, and are percent-encoded in the one that browsers prefer.
 */
export const attachment = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded(fileName)}`;
