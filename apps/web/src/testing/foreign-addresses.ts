/** Hostile addresses, for parameters in which the portal expects one of its paths. */

/** What a script of theirs would do, were it run. */
export const RUN = 'globalThis.taken=1';

const LONG = 'a'.repeat(4_000);

/** No path of this site, each in its own disguise. */
export const foreignAddresses = (site: string): string[] => [
  'https://evil.example/',
  'HTTPS://EVIL.EXAMPLE',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'ht\ntps://evil.example',
  '//evil.example/',
  '///evil.example',
  '//evil。example',
  `//evil.example/${LONG}`,
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  '/\u0000/evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/%2e%2e//evil.example',
  '/x/..//evil.example',
  '..//evil.example',
  '%2f%2fevil.example',
  '@evil.example',
  ':443@evil.example',
  '.evil.example',
  `${site}@evil.example/`,
  `${site}.evil.example/`,
  `${site}\\@evil.example/`,
  'https://drive.arcwave.example@evil.example/',
  'https://drive.arcwave.example\\@evil.example/',
  'https://drive.arcwave.example.evil.example/',
  'https://evil.example#https://drive.arcwave.example/',
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript://drive.arcwave.example/%0a${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
  `blob:${site}/1`,
];

/** Odd, and paths of this site all the same. */
export const OWN_PATHS = [
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/path@evil.example',
  '/.evil.example',
];
