import { pageLanguage } from './page-language.ts';

type Form<Text> = (count: string) => Text;

/** Forms of a text by the categories of `Intl.PluralRules`, or by an exact number. */
interface Forms<Text> {
  readonly [category: string]: Form<Text>;
  readonly other: Form<Text>;
}

/**
 * Returns the form of a text for a number, with the number as the language writes it. The build writes the calls in
 * place of the macros `plural` and `Plural` (`locales/inline-texts.ts`).
 */
export const plural = <Text>(value: number, forms: Forms<Text>): Text => {
  const form = forms[value] ?? forms[new Intl.PluralRules(pageLanguage()).select(value)] ?? forms.other;
  return form(value.toLocaleString(pageLanguage()));
};
