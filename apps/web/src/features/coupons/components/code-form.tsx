import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import field from '../../../ui/field.module.css';
import { TextField } from '../../../ui/field.tsx';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { MAX_CODES, parseCodes } from '../model/typed-codes.ts';
import styles from './codes.module.css';

interface CodeFormProps {
  /** Text of the previous attempt, so that typed codes are never lost. */
  start: string;
  onCodes: (codes: readonly string[]) => void;
}

const asTyped = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Form for one code, or several pasted ones, one per line (CD-01, CD-03). */
export const CodeForm = ({ start, onCodes }: CodeFormProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(start);
  const [several, setSeveral] = useState(parseCodes(start).length > 1);
  const [refused, setRefused] = useState<'empty' | 'too-many' | null>(null);
  const count = parseCodes(text).length;
  const error =
    refused === 'empty' ? (
      <Trans>Invalid Coupon Code</Trans>
    ) : (
      refused === 'too-many' && (
        <Trans>
          These are {count} codes. Check {MAX_CODES} at most at once; none was checked yet.
        </Trans>
      )
    );
  const change = (next: string) => {
    setText(next);
    setRefused(null);
  };

  return (
    <Card pad>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const codes = parseCodes(text);
          if (codes.length > 0 && codes.length <= MAX_CODES) return onCodes(codes);
          setRefused(codes.length === 0 ? 'empty' : 'too-many');
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
              aria-invalid={refused !== null || undefined}
              aria-describedby={`${id}-message`}
              onChange={(event) => change(event.target.value)}
            />
            <FieldMessage
              id={`${id}-message`}
              error={error}
              hint={<Trans>One code per line, or separated by spaces or commas. Codes are case-sensitive.</Trans>}
            />
          </div>
        ) : (
          <TextField
            {...asTyped}
            ref={input}
            label={t`Prepaid Code`}
            className={styles.codeField}
            value={text}
            error={error}
            hint={<Trans>Codes are case-sensitive.</Trans>}
            onChange={(event) => change(event.target.value)}
            onPaste={(event) => {
              // A one-line input would join several pasted codes into a wrong one.
              const pasted = event.clipboardData.getData('text');
              if (parseCodes(pasted).length < 2) return;
              event.preventDefault();
              change(text.trim() ? `${text}\n${pasted}` : pasted);
              setSeveral(true);
            }}
          />
        )}
        {!several && (
          <button type="button" className={styles.ask} onClick={() => setSeveral(true)}>
            <Trans>I have several codes</Trans>
          </button>
        )}
        <div className="row">
          <LinkButton to={paths.home}>
            <Trans>Cancel</Trans>
          </LinkButton>
          <Button type="submit" variant="primary">
            {several ? <Trans>Check codes</Trans> : <Trans>Check code</Trans>}
          </Button>
        </div>
        <p className="small">
          <Trans>We'll show you what the code does before you redeem it.</Trans>
        </p>
      </form>
    </Card>
  );
};
