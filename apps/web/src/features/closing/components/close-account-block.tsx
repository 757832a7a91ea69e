import { Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import styles from './closing.module.css';

/** Link to the page that closes the account (SC-10). That page lists the losses by product. */
export const CloseAccountBlock = () => (
  <section className={styles.section} aria-labelledby="close-account">
    <SectionHead id="close-account">
      <Trans>Close account</Trans>
    </SectionHead>
    <Card className={styles.row}>
      <div className="grow">
        <h3 className="strong">
          <Trans>Close your account and delete your data</Trans>
        </h3>
        <p className={styles.line}>
          <Trans>
            Subscriptions end today, your card is removed, and files are lost. We keep invoices as the law requires.
            This can't be undone.
          </Trans>
        </p>
      </div>
      <LinkButton size="sm" variant="danger-line" to={paths.closeAccount}>
        <Trans>Close account</Trans>
      </LinkButton>
    </Card>
  </section>
);
