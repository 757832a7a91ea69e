import type { IncomingHttpHeaders } from 'node:http';

/** Set by the page when somebody chooses a language; it says nothing else and is sent by nobody who did not choose. */
const CHOSEN = /(?:^|;\s*)foyer-language=([a-z]{2})(?:;|$)/;

interface Wish {
  readonly language: string;
  readonly weight: number;
}

/** `de-AT;q=0.8` → German, 0.8. Something without a readable weight counts as 1 (RFC 9110 §12.4.2). */
const wishOf = (part: string): Wish => {
  const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  const weight = quality === undefined ? 1 : Number(quality);
  return { language: range.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 1 };
};

/**
 * In which of the built languages a page is shown (BY-05): the one that was chosen here, else the first one that the
 * browser asks for and we have, else the first of ours.
 */
export const languageOf = (headers: IncomingHttpHeaders, built: readonly string[]): string => {
  const chosen = CHOSEN.exec(headers.cookie ?? '')?.[1];
  if (chosen !== undefined && built.includes(chosen)) return chosen;
  const wishes = (headers['accept-language'] ?? '').slice(0, 500).split(',').map(wishOf);
  const [wish] = wishes
    .filter(({ language, weight }) => weight > 0 && built.includes(language))
    .sort((one, other) => other.weight - one.weight);
  return wish?.language ?? built[0] ?? 'en';
};
