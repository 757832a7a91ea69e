import type { Language } from '@foyer/contract/vocabulary/languages';
import { type PasswordFault, passwordFault } from '@foyer/domain/identity/password';
import { Refused } from '../refused.ts';
import type { RefuseBadPassword } from './ports.ts';

/** Messages that pages show unchanged, because only the server knows the fault (SC-08). */
const messages: Readonly<Record<Language, Readonly<Record<PasswordFault | 'breached', string>>>> = {
  en: {
    too_short: 'Passwords must be 8 or more characters.',
    too_long: 'This password is too long.',
    common: 'This password is one of the most common ones. Choose another.',
    about_you: 'This password is too close to your name, your email address or our name. Choose another.',
    breached: 'This password is in a list of stolen ones. Choose another.',
    same: 'This is your current password. Choose another.',
  },
  de: {
    too_short: 'Passwörter müssen aus mindestens 8 Zeichen bestehen.',
    too_long: 'Dieses Passwort ist zu lang.',
    common: 'Dieses Passwort gehört zu den häufigsten. Wählen Sie ein anderes.',
    about_you:
      'Dieses Passwort ist Ihrem Namen, Ihrer E-Mail-Adresse oder unserem Namen zu ähnlich. Wählen Sie ein anderes.',
    breached: 'Dieses Passwort steht in einer Liste gestohlener Passwörter. Wählen Sie ein anderes.',
    same: 'Das ist Ihr jetziges Passwort. Wählen Sie ein anderes.',
  },
};

export interface PasswordLists {
  readonly isCommon: (folded: string) => boolean;
  /** True if the vendor's list of stolen passwords has this password. */
  readonly isBreached: (password: string) => Promise<boolean>;
}

/** Refuses a weak password, with the reason. */
export const makeRefuseBadPassword =
  ({ isCommon, isBreached }: PasswordLists, productWords: readonly string[]): RefuseBadPassword =>
  async ({ text, field, current, language = 'en' }, { email, firstName, lastName }) => {
    const context = { email, names: [firstName, lastName], productWords, isCommon };
    const fault = passwordFault(text, current === undefined ? context : { ...context, current });
    const reason = fault ?? ((await isBreached(text)) ? 'breached' : null);
    if (reason) throw new Refused('INVALID_PASSWORD', { field, message: messages[language][reason] });
  };
