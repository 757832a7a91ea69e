import { Trans } from '@lingui/react/macro';

/** Message of a list field with a text that matches no choice. `kept` is the choice that still applies, or null. */
export const unlistedText = (text: string, kept: string | null) =>
  kept ? (
    <Trans>
      “{text}” is no name in the list; {kept} is still chosen.
    </Trans>
  ) : (
    <Trans>“{text}” is no name in the list. Choose one from it.</Trans>
  );
