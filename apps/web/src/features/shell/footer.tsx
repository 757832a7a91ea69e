import { Trans } from '@lingui/react/macro';
import { config } from '../../lib/config.ts';
import styles from './frame.module.css';

/**
 * Footer with privacy policy, support, sales and the release (SH-11, SH-14). Omits links that the brand has not set.
 */
export const Footer = () => {
  const { links, contacts, version } = config;
  return (
    <footer className={styles.foot}>
      <div className={styles.footRow}>
        {links.privacy && (
          <a href={links.privacy}>
            <Trans>Privacy policy</Trans>
          </a>
        )}
        {contacts.supportPhone && (
          <span>
            <Trans>
              Support <a href={`tel:${contacts.supportPhone.replace(/[^+\d]/g, '')}`}>{contacts.supportPhone}</a>
            </Trans>
          </span>
        )}
        {contacts.salesEmail && (
          <span>
            <Trans>
              Sales <a href={`mailto:${contacts.salesEmail}`}>{contacts.salesEmail}</a>
            </Trans>
          </span>
        )}
        <span className={styles.grow} />
        <span>
          <Trans>Version {version}</Trans>
        </span>
      </div>
    </footer>
  );
};
