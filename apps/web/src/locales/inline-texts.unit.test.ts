// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code of pages
import { transformSync } from '@babel/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, test } from 'vitest';
import { textPlugins } from './inline-texts.ts';

const imports = `
  import { plural, t, msg } from '@lingui/core/macro';
  import { Plural, Trans, useLingui } from '@lingui/react/macro';
`;

/** Compiles code with the lingui macros, in English or with German texts by the English ones. */
const compile = (code: string, german?: Readonly<Record<string, string>>): string => {
  const translations =
    german && new Map(Object.entries(german).map(([text, translated]) => [generateMessageId(text), translated]));
  const compiled = transformSync(imports + code, {
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['jsx'] },
    generatorOpts: { compact: true, retainLines: false, jsescOption: { minimal: true } },
    plugins: textPlugins(translations),
  });
  return compiled?.code ?? '';
};

test.each([
  ['words', 'a = t`Save`;', 'a="Save";'],
  ['a context, which is only for translators', "a = t({ message: 'Refund', context: 'noun' });", 'a="Refund";'],
  ['values', 'a = t`Pay ${amount} to ${to.name}`;', 'a=`Pay ${amount} to ${to.name}`;'],
  ['something like a tag in a string', 'a = t`<b> and <0> of ${name}`;', 'a=`<b> and <0> of ${name}`;'],
  ['words in JSX', 'a = <p><Trans>Save</Trans></p>;', 'a=<p>{"Save"}</p>;'],
  ['words as a property', 'a = <P title={<Trans>Save</Trans>} />;', 'a=<P title={"Save"}/>;'],
  ['a value alone', 'a = <Trans>{name}</Trans>;', 'a=name;'],
  ['several parts outside of JSX', 'a = <Trans>Of {name}</Trans>;', 'a=<>{"Of "}{name}</>;'],
  [
    'an element',
    'a = <p><Trans>To <a href={to}>the <b>end</b></a>.</Trans></p>;',
    'a=<p>{"To "}<a href={to}>{"the "}<b>{"end"}</b></a>{"."}</p>;',
  ],
  ['an element without content', 'a = <p><Trans>A<br />B</Trans></p>;', 'a=<p>{"A"}<br/>{"B"}</p>;'],
  [
    'a text inside of an element’s property',
    'a = <p><Trans>To <a title={t`All`}>all</a></Trans></p>;',
    'a=<p>{"To "}<a title={"All"}>{"all"}</a></p>;',
  ],
])('[BY-05] the build writes %s in place of the macro', (_, code, compiled) => {
  expect(compile(code)).toBe(compiled);
});

test.each([
  ['words', 'a = t`Save`;', { Save: 'Speichern' }, 'a="Speichern";'],
  [
    'values in another order',
    'a = t`Pay ${amount} to ${name}`;',
    { 'Pay {amount} to {name}': 'An {name} {amount} zahlen' },
    'a=`An ${name} ${amount} zahlen`;',
  ],
  [
    'letters of a template',
    'a = t`Of ${name}`;',
    { 'Of {name}': "`$'{'a'}' \\ {name}" },
    'a=`\\`\\${a} \\\\ ${name}`;',
  ],
  [
    'elements in another order',
    'a = <Trans><b>One</b> <i>two</i></Trans>;',
    { '<0>One</0> <1>two</1>': '<1>zwei</1> <0>Eins</0>' },
    'a=<><i>{"zwei"}</i>{" "}<b>{"Eins"}</b></>;',
  ],
])('[BY-05] a translation has %s', (_, code, german, compiled) => {
  expect(compile(code, german)).toBe(compiled);
});

test('[BY-05] an element in a list stays apart by its key', () => {
  expect(compile('a = [<Trans key="a">Of {name}</Trans>, <Trans key="b">Save</Trans>];')).toBe(
    'import{Fragment as _Fragment}from"react";a=[<_Fragment key="a">{"Of "}{name}</_Fragment>,"Save"];',
  );
});

test.each([
  [
    'a string',
    'a = t`${plural(n, { one: "# day", other: "# days" })} left`;',
    'a=`${_plural(n,{"one":_count=>`${_count} day`,"other":_count=>`${_count} days`})} left`;',
  ],
  [
    'JSX',
    'a = <p><Plural value={days(n)} _0="Today" other="In # days" /></p>;',
    'a=<p>{_plural(days(n),{"0":_count=>"Today","other":_count=>`In ${_count} days`})}</p>;',
  ],
  [
    'JSX with values',
    'a = <Plural value={n} one={<Trans>Of {name}</Trans>} other={<b>All #</b>} />;',
    'a=_plural(n,{"one":_count=><>{"Of "}{name}</>,"other":_count=><b>{"All "}{_count}</b>});',
  ],
])('[BY-05] a plural in %s is one function for each form', (_, code, compiled) => {
  expect(compile(code).replace(/^import\{plural as _plural\}from"[^"]*\/lib\/plural\.ts";/, '')).toBe(compiled);
});

test.each([
  ['a text without a translation', 'a = t`Save`;', {}, '"Save" has no translation: run "npm run texts -w apps/web".'],
  [
    'a translation with a value that the code lacks',
    'a = t`Of ${name}`;',
    { 'Of {name}': 'Von {nme}' },
    'the code has no value {nme}',
  ],
  [
    'a translation whose element stays open',
    'a = <Trans>To <b>all</b></Trans>;',
    { 'To <0>all</0>': 'An <0>alle' },
    'an element is not closed',
  ],
  [
    'a translation that closes another element',
    'a = <Trans><b>A</b><i>B</i></Trans>;',
    { '<0>A</0><1>B</1>': '<0>A</1>' },
    '</1> closes no element',
  ],
  ['a format of a value', 'a = t`Of ${n}`;', { 'Of {n}': 'Von {n, number}' }, 'the format "number" is not supported'],
  ['a selection', 'a = t`Of ${n}`;', { 'Of {n}': '{n, select, other {x}}' }, 'select with offset 0 is not supported'],
  ['a hook for the language of the moment', 'const { t: u } = useLingui();', {}, 'useLingui needs lingui in the page'],
])('[BY-05] the build refuses %s', (_, code, german, message) => {
  expect(() => compile(code, german)).toThrow(message);
});
