/** Invalid request bodies for tests of customers' and operators' calls. */

export const json = { 'content-type': 'application/json' };

/** Bodies that are not valid JSON or not an object, each with its name in the test title. */
export const noRequests: readonly (readonly [what: string, payload: string])[] = [
  ['broken', '{"planId": "pln_drive'],
  ['no JSON at all', 'planId=pln_drive_starter'],
  ['empty', ''],
  ['a lone quote', '"'],
  ['a byte order mark inside', '{"planId":\ufeff1}'],
  ['a NUL byte', '{"planId":"a\u0000b"}'],
  ['a raw control character', '{"planId":"a\nb"}'],
  ['NaN', '{"quantity":NaN}'],
  ['trailing garbage', '{"planId":"pln_drive_starter"} x'],
  ['an array', '[]'],
  ['a string', '"pln_drive_starter"'],
  ['a number', '12'],
  ['null', 'null'],
  ['__proto__', '{"planId":"pln_drive_pro","__proto__":{"trial":true}}'],
  ['__proto__ by another spelling', '{"planId":"pln_drive_pro","\\u005f_proto__":{"trial":true}}'],
  ['constructor.prototype', '{"planId":"pln_drive_pro","constructor":{"prototype":{"trial":true}}}'],
  ['nesting beyond reason', `{"planId":"x","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
];

const wrong: Readonly<Record<string, readonly unknown[]>> = {
  string: [1, true, null, {}, [], ['pln_drive_pro'], ''],
  integer: ['1', 1.5, 1e308, -1e308, 2 ** 53, null, true, {}, []],
  boolean: ['true', 1, 0, null, {}, []],
};

/** Values that are not of a member's type, as the document of the API names it. */
export const wrongFor = (type = 'string'): readonly unknown[] => wrong[type] ?? [];

/** Hostile text in the form of a JSON string. */
export const hostile: readonly (readonly [string, string])[] = [
  ['NUL', 'a\\u0000b'],
  ['a lone high surrogate', 'a\\ud800'],
  ['a lone low surrogate', '\\udc00b'],
  ['swapped surrogates', '\\udc00\\ud800'],
  ['a line break', 'a\\r\\nb'],
  ['escape', '\\u001b[31m'],
  ['a C1 control character', 'a\\u0085b'],
  ['delete', '\\u007f'],
];

/** Names that every JavaScript object inherits, each with an unknown name of the same length. */
export const inherited: readonly (readonly [word: string, unknown: string])[] = [
  ['constructor', 'unknownword'],
  ['__proto__', '__proxy__'],
  ['toString', 'toStrand'],
];
