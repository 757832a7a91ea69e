import type { DescribeDevice, OriginFacts } from './place-ports.ts';

/** Names of browsers and systems that a mail may contain. A user agent can hold any text, such as a sentence with a link. */
const PLAIN_NAME = /^[a-z0-9][a-z0-9 +-]{0,29}$/i;

/** Returns device and network address of a call as template values of mails. */
export const makeOriginFacts =
  (describeDevice: DescribeDevice): OriginFacts =>
  ({ address, userAgent }) => {
    const { browser, system } = describeDevice(userAgent);
    const device = [browser, system].filter((name) => name !== null && PLAIN_NAME.test(name)).join(', ');
    return { ...(device === '' ? {} : { device }), ...(address === null ? {} : { address }) };
  };
