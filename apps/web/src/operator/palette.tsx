import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { navigate } from '../lib/hash-location.ts';
import { NavLabel } from './nav-label.tsx';
import { useMayCall, useOperator } from './operator.tsx';
import styles from './palette.module.css';
import { type ListedPage, listedPages, mayOpen, operatorPaths } from './routes.ts';
import { setSearchText } from './search.ts';
import { operatorQuery } from './use-operator-query.ts';

/** Fewer characters match a large part of the customers. */
const LEAST_TYPED = 3;
/** Customers listed in the dialog; the search page lists all. */
const MOST_LISTED = 5;
/** Time without a key after which a text is searched. */
const PAUSE_MS = 250;

/** Returns the text once it has not changed for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const searchFor = (q: string) => operatorQuery('POST /api/operator/customers/search', { body: { q } });

interface FoundCustomersProps {
  typed: string;
  onOpen: (path: string) => void;
}

/**
 * First customers that the server finds for the typed text (OP-02). Their values contain it, so that the list shows them
 * before pages whose names only contain its letters. A failed search is left to the search page.
 */
const FoundCustomers = ({ typed, onOpen }: FoundCustomersProps) => {
  const settled = useSettled(typed);
  const enabled = settled === typed && typed.length >= LEAST_TYPED;
  const { data } = useQuery({ ...searchFor(settled), enabled });
  if (!enabled) return null;
  return data?.customers.slice(0, MOST_LISTED).map(({ accountId, name, email }) => (
    <Command.Item
      key={accountId}
      forceMount
      value={`search ${settled} ${accountId}`}
      className={styles.item}
      onSelect={() => onOpen(operatorPaths.customer(accountId))}
    >
      <span>{name.trim() || email || accountId}</span>
      {name.trim() && email && <span className={styles.email}>{email}</span>}
    </Command.Item>
  ));
};

interface PaletteProps {
  onClose: () => void;
}

/** Dialog of Ctrl+K: leads to any page or customer, and searches customers for what was typed (OP-02). */
export const Palette = ({ onClose }: PaletteProps) => {
  const { roles } = useOperator();
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const maySearch = useMayCall('POST /api/operator/customers/search');
  const wanted = typed.trim();
  const input = useRef<HTMLInputElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser keeps the focus inside and gives it back. The dialog of cmdk adds a style element, which the policy refuses.
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  const go = (path: string) => {
    onClose();
    navigate(path);
  };
  /** Opens the customer if only one fits, else the list of those found. */
  const find = async () => {
    const found = wanted.length < LEAST_TYPED ? null : await client.fetchQuery(searchFor(wanted)).catch(() => null);
    const [only] = found?.customers ?? [];
    if (only && found?.customers.length === 1 && !found.more) return go(operatorPaths.customer(only.accountId));
    setSearchText(wanted);
    go(operatorPaths.customers);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={t`Go to`} onClose={onClose}>
      <Command label={t`Go to`} loop>
        <Command.Input
          ref={input}
          value={typed}
          onValueChange={setTyped}
          maxLength={254}
          placeholder={t`Page, or email, id, receipt, last four or code`}
          className={styles.input}
        />
        <Command.List className={styles.list} label={t`Suggestions`}>
          {!maySearch && (
            <Command.Empty className={styles.empty}>
              <Trans>No page has this name.</Trans>
            </Command.Empty>
          )}
          {listedPages
            .filter((page) => mayOpen(roles, page))
            .map((page: ListedPage) => (
              <Command.Item key={page} className={styles.item} onSelect={() => go(operatorPaths[page])}>
                <NavLabel page={page} />
              </Command.Item>
            ))}
          <Command.Item className={styles.item} onSelect={() => go(operatorPaths.password)}>
            <Trans>Your password</Trans>
          </Command.Item>
          {maySearch && wanted && (
            <Command.Item forceMount value={`search ${wanted}`} className={styles.item} onSelect={() => void find()}>
              <Trans>Find “{wanted}” among customers</Trans>
            </Command.Item>
          )}
          {maySearch && <FoundCustomers typed={wanted} onOpen={go} />}
        </Command.List>
      </Command>
    </dialog>
  );
};
