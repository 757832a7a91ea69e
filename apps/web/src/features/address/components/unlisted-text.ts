import { t } from '@lingui/core/macro';

/** Message of a list field with a text that matches no choice. `kept` is the choice that still applies, or null. */
export const unlistedText = (text: string, kept: string | null): string =>
  kept
    ? t`“${text}” isn't in the list. ${kept} is still selected.`
    : t`“${text}” isn't in the list. Choose a name from it.`;
