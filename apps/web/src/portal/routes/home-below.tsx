import { Privacy } from '../../features/consent/components/privacy.tsx';
import { HomeSecurity } from '../../features/identity/components/home-security.tsx';
import { Section } from '../../ui/section.tsx';

/** Lower part of Home, loaded when it is scrolled into view (HO-05). */
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
