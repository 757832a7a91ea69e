import { type ReactNode, useState } from 'react';
import { SettingEditor } from './setting-editor.tsx';
import { useSubmit } from './use-submit.ts';

interface ConfirmEditorProps {
  title: ReactNode;
  about: ReactNode;
  /** Says how the user can check whether it was done, after a lost answer. */
  unsure: ReactNode;
  act: (password: string) => Promise<unknown>;
  onCancel: () => void;
  /** Consequences of the command. */
  children: ReactNode;
}

/** Editor of a command that needs only the account password (SC-02). */
export const ConfirmEditor = ({ act, children, ...editor }: ConfirmEditorProps) => {
  const [password, setPassword] = useState('');
  const submission = useSubmit(() => act(password));
  return (
    <SettingEditor {...editor} submission={submission} filled password={{ value: password, onChange: setPassword }}>
      <p className="muted">{children}</p>
    </SettingEditor>
  );
};
