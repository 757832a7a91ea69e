/**
 * Finds the texts that people read in a file: comments, test titles, thrown or logged messages, the one-line summaries
 * of API calls and commands, and the text of documents.
 * A small scanner and not a parser: it knows strings, templates, regular expressions and brackets. In JSX text it may take
 * an apostrophe for a quote; that loses or adds nothing outside the line.
 */

/**
 * @typedef {'comment' | 'docblock' | 'title' | 'message' | 'error' | 'summary' | 'prose'} TextKind An `error` is a thrown
 *   message, `prose` a part of a document.
 * @typedef {{ kind: TextKind, line: number, text: string }} Text The first line is 1. The text keeps its line breaks.
 */

const TITLE_CALL = /^(?:test|it|describe)(?:\.\w+)*$/;
const LOG_CALL = /^(?:\w+\.)*(?:log|logger|accessLog|console)(?:\.(?:trace|debug|info|log|warn|error|fatal))?$/;
const WRITE_CALL = /^process\.std(?:out|err)\.write$/;
const PROBLEM_CALL = /^problems\.push$/;
const ERROR_CALL = /(?:^throw new |Error$|^new \w*(?:Refused|Rejected|Unavailable)$)/;

/** A code that programs compare, such as an error type. */
const CODE = /^[A-Z][A-Z_]*$/;

const isTestFile = (file) => /\.(?:test\.(?:tsx?|mjs)|e2e\.ts)$/.test(file);

const kindOfString = (call, isTest) => {
  if (isTest && TITLE_CALL.test(call)) return 'title';
  if (ERROR_CALL.test(call)) return isTest ? 'message' : 'error';
  return LOG_CALL.test(call) || WRITE_CALL.test(call) || PROBLEM_CALL.test(call) ? 'message' : null;
};

/** Kind of a string that is the value of a member `message` or `summary`, in a source that is no test. */
const kindOfMember = (source, index, isTest) => {
  const member = isTest
    ? null
    : /(?:^|[{,\s])(message|summary):\s*$/.exec(source.slice(Math.max(0, index - 40), index));
  return member ? member[1] : null;
};

/** Text of a block comment without its frame of asterisks. */
const unframe = (comment) => comment.replace(/^\/\*+|\*+\/$/g, '').replace(/^[ \t]*\*(?!\/)/gm, '');

const isDirective = (text) => /^\s*(?:biome-ignore|@ts-|eslint-|prettier-)/.test(text);

/** Collects texts with their lines. Joins `//` comments on consecutive lines into one text. */
const makeCollector = (source) => {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAt = (index) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= index) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  const texts = [];
  let lastOwnLine = null;
  return {
    texts,
    add: (kind, index, text) => {
      if (text.trim() && !isDirective(text)) texts.push({ kind, line: lineAt(index), text });
    },
    addLineComment: (index, text) => {
      if (isDirective(text)) return;
      const line = lineAt(index);
      const isOwnLine = source.slice(starts[line - 1], index).trim() === '';
      if (isOwnLine && lastOwnLine?.end === line - 1) {
        lastOwnLine.text.text += `\n${text}`;
        lastOwnLine.end = line;
        return;
      }
      const found = { kind: 'comment', line, text };
      texts.push(found);
      lastOwnLine = isOwnLine ? { text: found, end: line } : null;
    },
  };
};

/** True if a slash at `index` begins a regular expression: it follows an operator, an opening bracket or a keyword. */
const beginsRegex = (source, index) => {
  if (source[index + 1] === '>') return false;
  const before = source.slice(Math.max(0, index - 40), index).trimEnd();
  if (before === '' || /=>$/.test(before)) return true;
  if (/[\w$]$/.test(before)) return /\b(?:return|typeof|case|of|in|do|else|void|await|yield)$/.test(before);
  return /[([{=,:;!&|?+\-*%~^]$/.test(before);
};

/** Index after a regular expression that begins at `index`, or `index + 1` if the line ends before it does. */
const skipRegex = (source, index) => {
  let isInClass = false;
  for (let at = index + 1; at < source.length && source[at] !== '\n'; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (sign === '[') isInClass = true;
    else if (sign === ']') isInClass = false;
    else if (sign === '/' && !isInClass) return at + 1;
  }
  return index + 1;
};

/** Index of the quote that ends the string begun at `index`, or -1 if the line ends before. */
const endOfString = (source, index) => {
  for (let at = index + 1; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === source[index]) return at;
  }
  return -1;
};

/** Name of the call whose bracket is at `index`, such as `log.warn` or `throw new Error`; empty for a plain bracket. */
const callBefore = (source, index) => {
  const before = source.slice(Math.max(0, index - 100), index).replace(/<[^<>()]*>$/, '');
  return /(?:(?:throw )?new )?(?:[\w$]+\??\.)*[\w$]+$/.exec(before)?.[0].replaceAll('?.', '.') ?? '';
};

const withoutEscapes = (text) => text.replaceAll(/\\n/g, ' ').replaceAll(/\\(.)/g, '$1');

const CLOSERS = { ')': '(', ']': '[', '}': '{' };

const extractFromScript = (source, isTest) => {
  const collector = makeCollector(source);
  /** Open brackets, outermost first. `before` is the bracket that closed directly before a round one. */
  const open = [];
  let lastClosed = null;

  /** Name of the call of a bracket. In `test.each(…)('title')` the second call has the name of the first. */
  const callOf = ({ sign, index, before }) => {
    if (sign !== '(') return '';
    return callBefore(source, index) || (before ? callOf(before) : '');
  };
  const addString = (index, text) => {
    const bracket = open.at(-1);
    const kind = bracket?.sign === '(' ? kindOfString(callOf(bracket), isTest) : kindOfMember(source, index, isTest);
    if (kind && !CODE.test(text)) collector.add(kind, index, withoutEscapes(text));
  };
  const closeBracket = (sign) => {
    const place = open.findLastIndex((bracket) => bracket.sign === CLOSERS[sign]);
    if (place === -1) return;
    lastClosed = open[place];
    open.length = place;
  };

  const signs = /["'`/()[\]{}]/g;
  /** Index of the next sign that matters to the scanner; the length of the source if there is none. */
  const nextSign = (from) => {
    signs.lastIndex = from;
    return signs.exec(source)?.index ?? source.length;
  };
  /** Scans code from `from` to the end, or to the bracket that closes the expression of a template. Returns its index. */
  const scan = (from, isExpression) => {
    const depth = open.length;
    for (let at = nextSign(from); at < source.length; at = nextSign(at + 1)) {
      const sign = source[at];
      if (sign === '/' && source[at + 1] === '/') {
        const end = source.indexOf('\n', at);
        const text = source.slice(at + 2, end === -1 ? source.length : end);
        if (source[at - 1] !== ':') collector.addLineComment(at, text); // not the address in JSX text
        at = at + 1 + text.length;
      } else if (sign === '/' && source[at + 1] === '*') {
        const end = source.indexOf('*/', at + 2);
        const comment = source.slice(at, end === -1 ? source.length : end + 2);
        collector.add(comment.startsWith('/**') ? 'docblock' : 'comment', at, unframe(comment));
        at += comment.length - 1;
      } else if (sign === '/' && beginsRegex(source, at)) at = skipRegex(source, at) - 1;
      else if (sign === "'" || sign === '"') {
        const end = endOfString(source, at);
        if (end === -1) continue;
        addString(at, source.slice(at + 1, end));
        at = end;
      } else if (sign === '`') at = scanTemplate(at);
      else if (sign === '(' || sign === '[' || sign === '{')
        open.push({ sign, index: at, before: source[at - 1] === ')' ? lastClosed : null });
      else if (sign === ')' || sign === ']' || sign === '}') {
        if (isExpression && sign === '}' && open.length <= depth) return at;
        closeBracket(sign);
      }
    }
    return source.length;
  };
  /** Reads a template literal with `…` for each expression. Returns the index of its closing quote. */
  const scanTemplate = (from) => {
    let text = '';
    for (let at = from + 1; at < source.length; at += 1) {
      if (source[at] === '\\') {
        text += source.slice(at, at + 2);
        at += 1;
      } else if (source[at] === '`') {
        addString(from, text);
        return at;
      } else if (source[at] === '$' && source[at + 1] === '{') {
        text += '…';
        const depth = open.length;
        open.push({ sign: '${', index: at, before: null });
        at = scan(at + 2, true);
        open.length = depth;
      } else text += source[at];
    }
    return source.length;
  };
  scan(0, false);
  return collector.texts;
};

/** Comments of a language in which they run from a mark to the end of the line. Skips marks inside quotes. */
const extractLineComments = (source, mark) => {
  const collector = makeCollector(source);
  let start = 0;
  for (const line of source.split('\n')) {
    const found = new RegExp(`^((?:[^'"\n]|'[^']*'|"[^"]*")*?)(?:^|(?<=\\s))${mark}\\s(.*)$`).exec(line);
    if (found) collector.addLineComment(start + found[1].length, found[2]);
    start += line.length + 1;
  }
  return collector.texts;
};

/** Targets of links, which are no words of ours. */
const LINK_TARGET = /\]\([^)\s]*\)/g;

/** Paragraphs, list items, headings and table cells of a document, without code blocks and the targets of links. */
const extractFromMarkdown = (source) => {
  const texts = [];
  let isCode = false;
  let isOpen = false;
  source.split('\n').forEach((line, index) => {
    const text = line.replaceAll(LINK_TARGET, ']');
    const isFence = /^\s*```/.test(text);
    if (isFence) isCode = !isCode;
    const isTable = text.startsWith('|');
    if (isTable && !isCode)
      for (const cell of text.split(/(?<!\\)\|/))
        if (/\w/.test(cell)) texts.push({ kind: 'prose', line: index + 1, text: cell });
    const isBreak = isFence || isCode || isTable || text.trim() === '';
    const begins = /^\s*(?:#|[-*] |\d+\. )/.test(text);
    if (!isBreak && isOpen && !begins) texts.at(-1).text += `\n${text}`;
    else if (!isBreak) texts.push({ kind: 'prose', line: index + 1, text });
    isOpen = !isBreak && !text.startsWith('#');
  });
  return texts;
};

/** Texts of a file by the ending of its name; empty for other files. */
export const extractTexts = (file, source) => {
  if (/\.(?:tsx?|mjs|js)$/.test(file)) return extractFromScript(source, isTestFile(file));
  if (file.endsWith('.css')) return extractFromScript(source.replaceAll("'", ' '), false);
  if (file.endsWith('.md')) return extractFromMarkdown(source);
  if (file.endsWith('.sql')) return extractLineComments(source, '--');
  return /\.ya?ml$/.test(file) ? extractLineComments(source, '#') : [];
};
