import { expect, test } from 'vitest';
import { type PasswordContext, passwordFault } from './password.ts';

const context: PasswordContext = {
  email: 'ada.byron@engines.example',
  names: ['Ada', 'Byron-King'],
  productWords: ['Arcwave Scope', 'Drive'],
  isCommon: (folded) => ['sunshine1', 'summer', 'password'].includes(folded),
};

test.each([
  ['seven c', 'too_short'],
  ['eight ch', null],
  // Seven characters of two code units each, and eight of them.
  ['😀'.repeat(7), 'too_short'],
  ['😀😁😂🤣😃😄😅😆', null],
  // A letter with its accent is one character once composed.
  ['e\u0301'.repeat(7), 'too_short'],
  [`${'sixteen letters '.repeat(16)}`, null],
  [`${'x'.repeat(257)}`, 'too_long'],
  [`${'ü'.repeat(129)}`, 'too_long'],
  ['sunshine1', 'common'],
  ['SunShine1', 'common'],
  // Full-width letters, as typed on East Asian keyboards.
  ['ｓｕｎｓｈｉｎｅ１', 'common'],
  ['ada.byron@engines.example', 'about_you'],
  ['Ada.Byron@Engines.example!', 'about_you'],
  ['adabyron1', 'about_you'],
  ['byron-king', 'about_you'],
  ['engines2026', 'about_you'],
  ['arcwave scope', 'about_you'],
  ['Arcwave2026', 'about_you'],
  ['DRIVEDRIVE', 'about_you'],
  ['drive me to the moon', null],
  ['arcwave-demo-2026', null],
  ['no rule about digits', null],
] as const)('[SC-03] %j: %s', (password, fault) => {
  expect(passwordFault(password, context)).toBe(fault);
});

test.each([
  ['aaaaaaaa', 'common'],
  ['11111111', 'common'],
  ['aaaaaaaa1!', 'common'],
  ['😀'.repeat(8), 'common'],
  ['Password1!', 'common'],
  ['Password2026', 'common'],
  ['Summer2026!', 'common'],
  ['summer 2026 …', 'common'],
  ['12341234', 'common'],
  ['1234123412', 'common'],
  ['abababab', 'common'],
  ['ABABABAB1!', 'common'],
  ['x7-x7-x7-x7', 'common'],
  ['😀😁😀😁😀😁😀😁', 'common'],
  ['password password', 'common'],
  ['PasswordPassword1!', 'common'],
  ['xy'.repeat(128), 'common'],
  ['abcdefga', null],
  ['abab83920174', null],
  ['lanternslanterns', null],
  ['2026summer!', null],
  ['summerhouse1', null],
  ['83920174', null],
] as const)('[L14] %j: %s', (password, fault) => {
  expect(passwordFault(password, context)).toBe(fault);
});

test('[SC-03] a short name inside a long password is accepted', () => {
  expect(passwordFault('canadadry-bubbles', context)).toBeNull();
});

test('[SC-03] empty names remove nothing', () => {
  expect(passwordFault('long enough', { ...context, names: ['', ' '], email: '' })).toBeNull();
});

test('[SC-03] the current password is refused', () => {
  const current = 'Ｃａｆé au lait';
  expect(passwordFault('Cafe\u0301 au lait', { ...context, current })).toBe('same');
  expect(passwordFault('café au lait', { ...context, current })).toBeNull();
});
