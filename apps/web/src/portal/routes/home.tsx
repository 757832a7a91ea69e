import { Products } from '../../features/home/products.tsx';
import { QuickActions } from '../../features/home/quick-action-list.tsx';
import { Welcome } from '../../features/home/welcome.tsx';
import { Section } from '../section.tsx';

/** Home, titled My Account (SH-06). In the first chunk: it is what most visits open. */
export const HomePage = () => (
  <>
    <Section>
      <Welcome />
    </Section>
    <Section>
      <Products />
    </Section>
    <Section>
      <QuickActions />
    </Section>
  </>
);
