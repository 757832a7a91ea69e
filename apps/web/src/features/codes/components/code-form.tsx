import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import field from '../../../ui/field.module.css';
import { TextField } from '../../../ui/field.tsx';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { codesIn } from '../model/typed-codes.ts';
import styles from './codes.module.css';

interface CodeFormProps {
  /** What was typed before: nothing typed is ever lost. */
  start: string;
  onCodes: (codes: readonly string[]) => void;
}

const asTyped = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** One code, or several pasted at once, one a line (CD-01, CD-03). */
export const CodeForm = ({ start, onCodes }: CodeFormProps) => {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(start);
  const [several, setSeveral] = useState(codesIn(start).length > 1);
  const [empty, setEmpty] = useState(false);
  const error = empty && <Trans>Invalid Coupon Code</Trans>;
  const change = (next: string) => {
    setText(next);
    setEmpty(false);
  };

  return (
    <Card pad>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const codes = codesIn(text);
          if (codes.length > 0) return onCodes(codes);
          setEmpty(true);
          (several ? area : input).current?.focus();
        }}
      >
        {several ? (
          <div className={field.field}>
            <label className={field.label} htmlFor={id}>
              <Trans>Prepaid Codes</Trans>
            </label>
            <textarea
              {...asTyped}
              ref={area}
              id={id}
              rows={6}
              className={cx(field.input, styles.area, styles.code)}
              value={text}
              aria-invalid={empty || undefined}
              aria-describedby={`${id}-message`}
              onChange={(event) => change(event.target.value)}
            />
            <FieldMessage
              id={`${id}-message`}
              error={error}
              hint={<Trans>One a line, or with commas. Capitals and small letters count.</Trans>}
            />
          </div>
        ) : (
          <TextField
            {...asTyped}
            ref={input}
            label={t`Prepaid Code`}
            className={styles.code}
            value={text}
            error={error}
            hint={<Trans>Capitals and small letters count.</Trans>}
            onChange={(event) => change(event.target.value)}
            onPaste={(event) => {
              // an input of one line would run several codes together into one wrong one
              const pasted = event.clipboardData.getData('text');
              if (codesIn(pasted).length < 2) return;
              event.preventDefault();
              change(text.trim() ? `${text}\n${pasted}` : pasted);
              setSeveral(true);
            }}
          />
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary">
            {several ? <Trans>Check codes</Trans> : <Trans>Check code</Trans>}
          </Button>
          <LinkButton to={paths.home}>
            <Trans>Cancel</Trans>
          </LinkButton>
          {!several && (
            <Button variant="quiet" onClick={() => setSeveral(true)}>
              <Trans>I have several codes</Trans>
            </Button>
          )}
        </div>
        <p className={styles.why}>
          <Trans>Checking tells you what a code does. It changes nothing.</Trans>
        </p>
      </form>
    </Card>
  );
};
