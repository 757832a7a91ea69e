import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inLanguage } from './in-language.ts';

const refuse = (message: string): never => {
  throw new Error(message);
};

const inGerman = (page: string): string => {
  const html = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  const { transformIndexHtml } = inLanguage('de') as unknown as {
    transformIndexHtml: { handler: (this: { error: typeof refuse }, html: string) => string };
  };
  return transformIndexHtml.handler.call({ error: refuse }, html);
};

test.each(['index.html', 'id/index.html', 'operator/index.html'])(
  '[BY-05] %s in German, with the spaces between its parts',
  (page) => {
    const html = inGerman(page);
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('Bei uns ist etwas schiefgegangen');
    expect(html).toContain('Kennung für den Support: <b id="reference">');
  },
);
