/** Texts of the primary buttons and links on the page. A page has one at most. */
export const primaryButtons = (): string[] =>
  [...document.querySelectorAll('button, a')]
    .filter(({ className }) => /primary/.test(className))
    .map(({ textContent }) => textContent ?? '');
