/** Encodes a file name. RFC 8187 allows fewer unencoded characters than encodeURIComponent does. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * `Content-Disposition` of a file to save (RFC 6266). Characters that could end or change the header become `_` in the
 * plain name. They are percent-encoded in the second name, which browsers prefer.
 */
export const attachment = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded(fileName)}`;
