import { type ComponentType, lazy } from 'react';

/** A part that could not be fetched. React and some browsers remember that for good, so only a reload fetches it again. */
export class PartMissing extends Error {}

/** A part that is fetched when it is first shown. Its words have to be there by then: `lazy-page.tsx` fetches those too. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => {
    const part = await load().catch((cause) => {
      throw new PartMissing('did not arrive', { cause });
    });
    return { default: part };
  });
