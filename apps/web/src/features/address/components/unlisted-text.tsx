import { useLingui } from '@lingui/react/macro';

const UnlistedText = ({ text, kept }: { text: string; kept: string | null }) => {
  const { t } = useLingui();
  // `t`, because `Trans` reads tags in what was typed
  return kept
    ? t`“${text}” is no name in the list; ${kept} is still chosen.`
    : t`“${text}” is no name in the list. Choose one from it.`;
};

/** Message of a list field with a text that matches no choice. `kept` is the choice that still applies, or null. */
export const unlistedText = (text: string, kept: string | null) => <UnlistedText text={text} kept={kept} />;
