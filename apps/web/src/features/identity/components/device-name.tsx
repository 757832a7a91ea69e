import type { SessionView } from '@foyer/contract/api/activity';
import { Trans } from '@lingui/react/macro';

type Device = SessionView['device'];

/** Browser and system, if known: `Chrome on macOS`. */
export const DeviceName = ({ device: { browser, system } }: { device: Device }) => {
  if (browser && system)
    return (
      <Trans>
        {browser} on {system}
      </Trans>
    );
  return browser ?? system ?? <Trans>Unknown device</Trans>;
};

/** Returns whether the device has a name to show. */
export const isKnown = (device: Device | null): device is Device =>
  Boolean(device && (device.browser || device.system));
