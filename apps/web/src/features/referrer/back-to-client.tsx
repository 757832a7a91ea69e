import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide';
import { useEffect } from 'react';
import { config } from '../../lib/config.ts';
import { navigate, usePath, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { referrerParameters, storedBackLink, storeReferrer, withoutReferrer } from '../../lib/referrer.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './back-to-client.module.css';

/**
 * Back arrow to the product that the user came from (SH-09). Stores the referrer of an arrival at the root and removes
 * it from the address (SE-03). Ignores the parameters of other pages.
 */
const BackToClient = () => {
  const path = usePath();
  const query = useRouteQuery();
  const arrives = path === paths.home && referrerParameters.some((name) => query.has(name));
  useEffect(() => {
    if (!arrives) return;
    storeReferrer(config.clients, query);
    const rest = withoutReferrer(query).toString();
    navigate(rest ? `${paths.home}?${rest}` : paths.home, { replace: true });
  }, [arrives, query]);

  const link = storedBackLink(config.clients);
  if (!link) return null;
  const { name, href } = link;
  return (
    <a href={href} className={styles.back}>
      <Icon of={ArrowLeft} size={20} />
      <span className={styles.text}>
        <Trans>Back to {name}</Trans>
      </span>
    </a>
  );
};

export { BackToClient as Page };
