import type { SessionView } from '@foyer/contract/api/activity';
import { Trans } from '@lingui/react/macro';

type Device = SessionView['device'];

/** `Chrome on macOS`, as far as the browser told. */
export const DeviceName = ({ device: { browser, system } }: { device: Device }) => {
  if (browser && system)
    return (
      <Trans>
        {browser} on {system}
      </Trans>
    );
  return browser ?? system ?? <Trans>Unknown device</Trans>;
};

/** Whether the line above would say anything. */
export const isKnown = (device: Device | null): device is Device =>
  Boolean(device && (device.browser || device.system));
