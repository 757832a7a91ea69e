const SETTINGS = 'apps/server/src/settings.ts';
const TABLE = `a setting in ${SETTINGS} or a variable in scripts/settings/other-variables.mjs`;

const isTest = (file) => /\.(?:test\.tsx?|test\.mjs|e2e\.ts)$/.test(file);
const isOfServer = (file) => file.startsWith('apps/server/src/') && !isTest(file);

/** Names that a file reads from `process.env`: as a member, by a text in brackets, or by destructuring. */
const namesReadIn = (text) => [
  ...[...text.matchAll(/\bprocess\.env(?:\?)?\.([A-Za-z_]\w*)/g)].map(([, name]) => name),
  ...[...text.matchAll(/\bprocess\.env\[['"](\w+)['"]\]/g)].map(([, name]) => name),
  ...[...text.matchAll(/\{([^{}]*)\}\s*=\s*process\.env\b(?![.[])/g)].flatMap(([, names]) =>
    names
      .split(',')
      .map((part) => part.trim().match(/^[A-Za-z_]\w*/)?.[0])
      .filter(Boolean),
  ),
];

/** True if the server uses the whole environment in another way than to hand it to readConfig. */
const usesWholeEnvironment = (text) =>
  /\bprocess\.env\b(?!\??\.\w|\[['"]\w+['"]\])/.test(text.replaceAll(/\breadConfig\(process\.env\b/g, ''));

/**
 * Faults between the declared variables and the code, as lines to print.
 * `files`: `{ path, text }[]`. `settings`: names in settings.ts. `others`: names of all other variables.
 * readConfig reads its settings from a typed environment, so there the compiler finds undeclared names.
 */
export const findFaults = ({ files, settings, others }) => {
  const declared = new Set([...settings, ...others]);
  const read = files
    .filter(({ path: file }) => !file.startsWith('scripts/settings'))
    .flatMap(({ path: file, text }) => namesReadIn(text).map((name) => ({ file, name })));
  const server = files.filter(({ path: file }) => isOfServer(file) && file !== SETTINGS);
  const words = new Set(server.flatMap(({ text }) => text.match(/\b[A-Z][A-Z_]+\b/g) ?? []));
  return [
    ...read
      .filter(({ name }) => !declared.has(name))
      .map(({ file, name }) => `${file} reads ${name}, which is not declared. Declare it as ${TABLE}.`),
    ...read
      .filter(({ file, name }) => isOfServer(file) && settings.includes(name))
      .map(({ file, name }) => `${file} reads ${name} from process.env. Take it from the value of readConfig.`),
    ...server
      .filter(({ text }) => usesWholeEnvironment(text))
      .map(({ path: file }) => `${file} uses process.env as a whole. Only readConfig may.`),
    ...settings
      .filter((name) => !words.has(name))
      .map((name) => `${SETTINGS} declares ${name}, which the server does not read. Remove it.`),
    ...others
      .filter((name) => !read.some((found) => found.name === name))
      .map((name) => `scripts/settings/other-variables.mjs declares ${name}, which no file reads. Remove it.`),
  ];
};
