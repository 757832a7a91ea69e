import type { IncomingHttpHeaders } from 'node:http';

/** Cookies with the chosen language. The one without prefix is for http, and comes from earlier releases. */
const CHOSEN = [/(?:^|;\s*)__Host-foyer-language=([a-z]{2})(?:;|$)/, /(?:^|;\s*)foyer-language=([a-z]{2})(?:;|$)/];

interface LanguageRange {
  readonly language: string;
  readonly weight: number;
}

/** Language that the user chose in this browser, or null. */
export const chosenLanguage = <Known extends string>(
  { cookie }: IncomingHttpHeaders,
  known: readonly Known[],
): Known | null => {
  const chosen = CHOSEN.map((pattern) => pattern.exec(cookie ?? '')?.[1]).find((language) => language !== undefined);
  return known.find((language) => language === chosen) ?? null;
};

/**
 * Parses one part of Accept-Language: `de-AT;q=0.8` becomes German with weight 0.8. An unreadable weight counts as 1
 * (RFC 9110 §12.4.2).
 */
const parseRange = (part: string): LanguageRange => {
  const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  const weight = quality === undefined ? 1 : Number(quality);
  return { language: range.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 1 };
};

/**
 * Returns the language of a page or response (BY-05). It is the chosen one, otherwise the first supported one of
 * Accept-Language, otherwise the first supported one.
 */
export const languageOf = <Known extends string>(
  headers: IncomingHttpHeaders,
  known: readonly [Known, ...Known[]],
): Known => {
  const chosen = chosenLanguage(headers, known);
  if (chosen !== null) return chosen;
  const ranges = (headers['accept-language'] ?? '').slice(0, 500).split(',').map(parseRange);
  const supportedLanguage = (preferred: LanguageRange) => known.find((language) => language === preferred.language);
  const [preferred] = ranges
    .filter((candidate) => candidate.weight > 0 && supportedLanguage(candidate) !== undefined)
    .sort((one, other) => other.weight - one.weight);
  return (preferred && supportedLanguage(preferred)) ?? known[0];
};
