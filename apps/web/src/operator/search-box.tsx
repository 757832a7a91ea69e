import { t } from '@lingui/core/macro';
import { Search } from 'lucide';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate, usePath } from '../lib/hash-location.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './frame.module.css';
import { operatorPaths } from './routes.ts';
import { setSearchText, useSearchText } from './search.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Search field for an email, id, receipt, card or code (OP-02). The `/` key focuses it from any page. */
export const SearchBox = () => {
  const input = useRef<HTMLInputElement>(null);
  const searched = useSearchText();
  const isListOpen = usePath() === operatorPaths.customers;
  const [typed, setTyped] = useState('');
  // The field shows the search of the open list, and is empty on every other page.
  useEffect(() => setTyped(isListOpen ? searched : ''), [isListOpen, searched]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearchText(typed.trim());
    if (typed.trim()) navigate(operatorPaths.customers);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is newer than some supported browsers
    <form role="search" className={styles.search} onSubmit={submit}>
      <Icon of={Search} size={16} />
      <input
        ref={input}
        type="search"
        aria-label={t`Find a customer`}
        aria-keyshortcuts="/"
        placeholder={t`Email, id, receipt, last four or code`}
        value={typed}
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value);
          if (isListOpen && target.value === '') setSearchText('');
        }}
      />
      <span className={styles.key} aria-hidden="true">
        /
      </span>
    </form>
  );
};
