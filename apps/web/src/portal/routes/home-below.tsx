import { Privacy } from '../../features/consent/components/privacy.tsx';
import { HomeSecurity } from '../../features/security/components/home-security.tsx';
import { Section } from '../../ui/section.tsx';

/** The part of Home that most visits never scroll to, side by side (HO-05). */
export const Page = () => (
  <>
    <Section>
      <HomeSecurity />
    </Section>
    <Section>
      <Privacy />
    </Section>
  </>
);
