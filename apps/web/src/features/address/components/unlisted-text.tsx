import { Trans } from '@lingui/react/macro';

/** Message of a list field that was left with a text that is nothing of the list; `kept` is what stays chosen, if anything. */
export const unlistedText = (text: string, kept: string | null) =>
  kept ? (
    <Trans>
      “{text}” is no name in the list; {kept} is still chosen.
    </Trans>
  ) : (
    <Trans>“{text}” is no name in the list. Choose one from it.</Trans>
  );
