/**
 * Habits of writing that a new reader has to decode, each with the plain way to say it (CONTRIBUTING.md, Plain words).
 * A pattern matches the whole phrase. A space in it stands for any white space, so that phrases across lines match.
 */

const pattern = (source, flags = '') => new RegExp(source.replaceAll(' ', '\\s+'), `g${flags}`);

const IDS = String.raw`\s*(?:\[[^\]]*\]\s*)*`;
/** Beginning of the text, with ids in brackets. The match includes both; `findHabits` leaves them out of the phrase. */
const START = `^${IDS}`;
const SENTENCE = String.raw`[.:;!?]\s+`;
const LEAD = new RegExp(`^(?:${SENTENCE}|${IDS})`);
const PRONOUN = '(?:it|they|he|she|we|there|nothing|this|that)';

const MESSAGES = ['message', 'error'];

const HABITS = [
  {
    name: 'relative-subject',
    pattern: pattern(
      String.raw`${START}(?:[Ww]hat|[Ww]ho|[Ww]hoever|[Ww]hatever|[Ww]hose|[Ww]hichever)\b(?![^.!?]*\?) \S+|${SENTENCE}(?:What|Who|Whoever|Whatever|Whose|Whichever)\b(?![^.!?]*\?) \S+|\b(?:whoever|whatever|whichever|whomever)\b`,
    ),
    advice: 'begin with the thing or the actor: "Columns of a user that sign-in needs", "the customer who pays"',
  },
  {
    name: 'unnamed-actor',
    pattern: pattern(String.raw`\b(?:some|any|every|no)(?:body|one)\b|\bno one\b(?!-)`, 'i'),
    advice: 'name the actor: customer, operator, gateway, worker, caller, browser, user',
  },
  {
    name: 'metaphor',
    pattern: pattern(
      String.raw`\b(?:doors?|(?<!help )desks?|patience|speech|lanes?)\b|\bon paper\b|\bthe till\b|\bthe house\b|\bletters? (?:to|of|that|goes|go|is sent)\b|\b(?:a|one|each|every|the|this|next|second) (?:stretch|press|wish)\b`,
      'i',
    ),
    advice: 'use the technical term: sign-in, screen, mail, receipt, deadline, rate-limit key, click, request',
  },
  {
    name: 'idiom',
    pattern: pattern(
      String.raw`\bby (?:itself|themselves)\b|\ball the same\b|\bof (?:its|their|his) own\b|\bcomes? to (?:nothing|an end)\b|\b(?:stands?|stood|standing) (?:in|on|beside|behind|there|alone|out|for itself)\b|\bon (?:its|their) way\b|\b(?:is|are) at it\b`,
      'i',
    ),
    advice: 'say it directly: automatically, nevertheless, separate, ends, is, is wider than, is loading',
  },
  {
    name: 'object-first',
    pattern: pattern(
      String.raw`(?:${START}|${SENTENCE})(?:Of (?:an?|the|all|one|two|this|that|them|those|its|what)\b|To (?:who|whom|what)\b|(?:With|Without|Beside|Behind) (?:it|them|that)\b)`,
    ),
    advice: 'begin with the subject: "An operator decides how to book a refund"',
  },
  {
    name: 'docblock-start',
    kinds: ['docblock'],
    pattern: pattern(String.raw`^\s*(?:Where|When|Of|To|With|Without|Before|Behind|Beside|Below|Above) \S+`),
    advice: 'begin a docblock with a verb or a noun: "Returns …", "Account ids for …"',
  },
  {
    name: 'because-for',
    pattern: pattern(String.raw`[,;] for ${PRONOUN} (?!which\b)\w+`),
    advice: 'use "because"',
  },
  {
    name: 'vague-verb',
    pattern: pattern(
      String.raw`\b(?:is|are|was|were|be|been|being|has|have|had) (?:not |never |already )?(?:told|said|heard|let go|looked (?:at|after)|asked (?:again|anew))\b|\basks? (?:again|anew)\b`,
      'i',
    ),
    advice: 'use the technical verb: notified, shown, received, released, checked, refetched',
  },
  {
    name: 'empty-message',
    kinds: MESSAGES,
    pattern: pattern(
      String.raw`\bno such (?!file)\w+|\bthere is nothing of\b|\bsomething (?:is|was|went) wrong\b|^\s*(?:not found|invalid|failed|not there|wrong)[.!]?\s*$`,
      'i',
    ),
    advice: 'name the operation, the object and the id: "refund re_1: payment pay_2 has 12.00 USD left"',
  },
  {
    name: 'nameless-error',
    kinds: ['error'],
    pattern: pattern(String.raw`^\s*(?:[a-z’']+ ){1,5}[a-z’']+[.!]?\s*$`, 'i'),
    advice: 'say which object and id it is about: "card pm_1: the gateway does not know it", not "no such card"',
  },
  {
    name: 'summary-start',
    kinds: ['summary'],
    pattern: pattern(
      String.raw`^\s*(?:An?|The|One|More|Every|Each|All|How|Where|Whether|When|Which|What|Who|Names?) \S+`,
    ),
    advice: 'begin a summary with a verb: "List the receipts of the account"',
  },
];

const MAX_SENTENCES = 4;
const LONG_DOCBLOCK = {
  name: 'long-docblock',
  advice: `keep a docblock to ${MAX_SENTENCES} sentences; move the rest to the code it explains, or to docs/`,
};

const MAX_WORDS = 35;
const LONG_SENTENCE = {
  name: 'long-sentence',
  advice: `write one fact per sentence, in about 20 words; ${MAX_WORDS} is the limit`,
};

/** Names of all kinds of finding. */
export const KINDS = [...HABITS, LONG_DOCBLOCK, LONG_SENTENCE].map(({ name }) => name);

const mask = (text) => text[0] + text.slice(1, -1).replaceAll(/\S/g, 'x') + text.at(-1);

/** Replaces the words of code and quotations by text of the same length: the rules are about our own words. */
const maskQuotes = (text) =>
  text.replaceAll(/`[^`]*`/g, mask).replaceAll(/"[^"]{0,200}"|“[^”]{0,200}”|„[^“]{0,200}“/g, mask);

/** Sentences of a text with their places. Empty lines and items of a list end a sentence as well; tags are left out. */
const sentencesOf = (text) => {
  const plain = text
    .replaceAll(/^[ \t]*@\w.*$/gm, (tag) => ' '.repeat(tag.length))
    .replaceAll(/\b(?:e\.g|i\.e|etc|cf|vs)\./g, (short) => 'x'.repeat(short.length));
  const sentences = [];
  let start = 0;
  for (const part of plain.split(/((?<=[.!?][)”"]?)\s+(?=[\p{Lu}\p{N}`"(“])|\n\s*\n|\n(?=\s*[-*] ))/u)) {
    if (/\w/.test(part)) sentences.push({ start: start + part.search(/\S/), text: part });
    start += part.length;
  }
  return sentences;
};

const countWords = (sentence) =>
  sentence
    .replace(LEAD, '')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;

/**
 * Findings in one text of a file.
 * @param {{ kind: string, line: number, text: string }} text
 * @returns {{ kind: string, line: number, phrase: string, advice: string }[]}
 */
export const findHabits = ({ kind, line, text }) => {
  const masked = maskQuotes(text);
  const lineAt = (index) => line + text.slice(0, index).split('\n').length - 1;
  const found = HABITS.filter(({ kinds }) => !kinds || kinds.includes(kind)).flatMap(({ name, pattern, advice }) =>
    [...masked.matchAll(pattern)].map(({ index, 0: match }) => {
      const start = index + LEAD.exec(match)[0].length;
      const phrase = text.slice(start, index + match.length).replaceAll(/\s+/g, ' ');
      return { kind: name, line: lineAt(start), phrase, advice };
    }),
  );
  const sentences = sentencesOf(masked);
  if (kind === 'docblock' && sentences.length > MAX_SENTENCES)
    found.push({
      kind: LONG_DOCBLOCK.name,
      line,
      phrase: `${sentences.length} sentences`,
      advice: LONG_DOCBLOCK.advice,
    });
  for (const sentence of MESSAGES.includes(kind) ? [] : sentences) {
    const words = countWords(sentence.text);
    if (words <= MAX_WORDS) continue;
    const beginning = text.slice(sentence.start).split(/\s+/).slice(0, 5).join(' ');
    found.push({
      kind: LONG_SENTENCE.name,
      line: lineAt(sentence.start),
      phrase: `${beginning} … (${words} words)`,
      advice: LONG_SENTENCE.advice,
    });
  }
  return found;
};
