import type { DescribeDevice, OriginFacts } from './ports.ts';

/** A browser may call itself anything, a sentence with a link too: what is no plain name is not mentioned. */
const PLAIN_NAME = /^[a-z0-9][a-z0-9 +-]{0,29}$/i;

/** Returns device and network address of a call as template values of mails. */
export const makeOriginFacts =
  (describeDevice: DescribeDevice): OriginFacts =>
  ({ address, userAgent }) => {
    const { browser, system } = describeDevice(userAgent);
    const device = [browser, system].filter((name) => name !== null && PLAIN_NAME.test(name)).join(', ');
    return { ...(device === '' ? {} : { device }), ...(address === null ? {} : { address }) };
  };
