import { Trans } from '@lingui/react/macro';
import { usePath } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from '../portal.module.css';

const RequestedPath = ({ path }: { path: string }) => <span className={styles.path}>{path}</span>;

/** Page of unknown paths. Shows the path, so that the user sees a typing error (SH-02). */
export const Page = () => {
  const path = usePath();
  return (
    <>
      <PageHeader
        title={<Trans>Page not found</Trans>}
        description={
          <Trans>
            There is no page at <RequestedPath path={path} />.
          </Trans>
        }
      />
      <LinkButton to={paths.home}>
        <Trans>Back to My Account</Trans>
      </LinkButton>
    </>
  );
};
