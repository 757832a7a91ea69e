import { type ReactNode, useState } from 'react';
import { SettingEditor } from './setting-editor.tsx';
import { useSubmit } from './use-submit.ts';

interface ConfirmEditorProps {
  title: ReactNode;
  about: ReactNode;
  /** How one can tell whether it was done, after an answer that was lost. */
  unsure: ReactNode;
  act: (password: string) => Promise<unknown>;
  onCancel: () => void;
  /** Consequences of the command. */
  children: ReactNode;
}

/** A setting that is changed by the account password alone (SC-02). */
export const ConfirmEditor = ({ act, children, ...editor }: ConfirmEditorProps) => {
  const [password, setPassword] = useState('');
  const submission = useSubmit(() => act(password));
  return (
    <SettingEditor {...editor} submission={submission} filled password={{ value: password, onChange: setPassword }}>
      <p className="muted">{children}</p>
    </SettingEditor>
  );
};
