import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Smallest React page that shows an account, as the limit to compare with: one request, one list. */

interface Answer {
  readonly user: Readonly<Record<string, unknown>>;
}

const Page = () => {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    fetch('/me/bare-page')
      .then((response) => response.json())
      .then(setAnswer);
  }, []);
  if (!answer) return null;
  const lines = Object.entries(answer.user).map(([name, value]) =>
    createElement('li', { key: name }, `${name}: ${JSON.stringify(value)}`),
  );
  return createElement('ul', null, lines);
};

createRoot(document.getElementById('root') as HTMLElement).render(createElement(Page));
