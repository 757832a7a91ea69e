/**
 * Features that another feature includes, by catalogue key (SP-05). Changing from remote control of one oscilloscope to
 * analysis across four loses nothing. A key without an entry includes only itself.
 */
const includedIn: Readonly<Record<string, readonly string[]>> = {
  ft_singleremote: ['ft_ultmultiremote'],
  ft_iotdevices10: ['ft_iotdevices25', 'ft_iotdevicesany'],
  ft_iotdevices25: ['ft_iotdevicesany'],
  ft_iothistory90d: ['ft_iothistory1y', 'ft_iothistoryany'],
  ft_iothistory1y: ['ft_iothistoryany'],
};

/** Returns the smaller variant of a feature that a plan has instead, for example 10 devices instead of 25. */
export const lesserFeature = (features: readonly string[], key: string): string | undefined =>
  features.find((feature) => (includedIn[feature] ?? []).includes(key));

/** Returns whether a plan has a feature or a larger variant that includes it. */
export const includesFeature = (features: readonly string[], key: string): boolean =>
  features.includes(key) || (includedIn[key] ?? []).some((wider) => features.includes(wider));
