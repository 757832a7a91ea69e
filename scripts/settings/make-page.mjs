const cell = (text) => text.replaceAll('|', '\\|');

const describeDefault = ({ default: value, otherwise }) => {
  const parts = value === undefined ? [] : [value === '' ? 'none' : `\`${value}\``];
  if (otherwise !== undefined) parts.push(otherwise);
  return parts.length === 0 ? '–' : parts.join('; ');
};

const rowOf = ([name, setting]) => `| \`${name}\` | ${cell(describeDefault(setting))} | ${cell(setting.text)} |`;

const sectionOf = ({ title, note }, entries) => [
  `## ${title}`,
  '',
  ...(note === undefined ? [] : [note, '']),
  '| Name | Default | Meaning |',
  '|---|---|---|',
  ...entries.map(rowOf),
  '',
];

/**
 * Text of docs/settings.md.
 * `groups` and `settings` are the tables of apps/server/src/settings.ts; `testVariables` maps names to descriptions.
 */
export const makePage = ({ groups, settings, testVariables }) => {
  const entries = Object.entries(settings);
  const secrets = entries.filter(([, { isSecret }]) => isSecret).map(([name]) => `\`${name}_FILE\``);
  return [
    '# Settings',
    '',
    '<!-- Written by `npm run settings` from apps/server/src/settings.ts. Edit that file, not this page. -->',
    '',
    'Every setting is an environment variable. The server and `npm run foyer` read them once, at the start. Wrong values end the start with a message that names all of them. A file, folder, host or port that is set to nothing counts as not set. How to run a server: [operations.md](operations.md).',
    '',
    ...Object.entries(groups).flatMap(([key, group]) =>
      sectionOf(
        group,
        entries.filter(([, setting]) => setting.group === key),
      ),
    ),
    '## Secrets from files',
    '',
    `${secrets.join(', ')} hold the path of a file with the value of the setting without \`_FILE\`. The server reads the file once, at the start, and leaves out a line end behind the value. Setting both is an error.`,
    '',
    '## Tests and build',
    '',
    'The server does not read these variables.',
    '',
    '| Name | Meaning |',
    '|---|---|',
    ...Object.entries(testVariables).map(([name, text]) => `| \`${name}\` | ${cell(text)} |`),
    '',
  ].join('\n');
};
