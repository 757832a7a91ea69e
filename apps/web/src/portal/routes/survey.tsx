import { SurveyFrame, surveyAddress } from '../../features/survey/survey-frame.tsx';
import { config } from '../../lib/config.ts';
import type { PageProps } from '../page-props.ts';
import styles from '../portal.module.css';
import { Page as NotFoundPage } from './not-found.tsx';

/** Survey page, which needs no sign-in. Without a configured survey host the page does not exist (SH-15). */
export const Page = ({ params }: PageProps) => {
  const address = surveyAddress(config.links.survey, params.surveyId ?? '');
  if (address) return <SurveyFrame key={address} address={address} />;
  return (
    <main className={styles.bare}>
      <NotFoundPage />
    </main>
  );
};
