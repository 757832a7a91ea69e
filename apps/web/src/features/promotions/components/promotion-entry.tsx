import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import styles from './promotions.module.css';

/** Form for a promotion code, on `/promotions` without one. */
export const PromotionEntry = ({ onText }: { onText: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [empty, setEmpty] = useState(false);
  return (
    <Card pad className={styles.entry}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) return onText(text.trim());
          setEmpty(true);
          input.current?.focus();
        }}
      >
        <TextField
          ref={input}
          label={t`Promotion code`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          error={empty && <Trans>Enter the code of your promotion.</Trans>}
          onChange={(event) => {
            setText(event.target.value);
            setEmpty(false);
          }}
        />
        <div className="row">
          <Button type="submit" variant="primary">
            <Trans>Continue</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
};
