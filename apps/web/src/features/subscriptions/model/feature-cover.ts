/**
 * Features that others have in them, by the keys of the catalogue (SP-05): who changes from remote control of one
 * oscilloscope to analysis across four, or from 25 devices to as many as one likes, loses nothing. A key that is not here
 * stands for itself.
 */
const within: Readonly<Record<string, readonly string[]>> = {
  ft_singleremote: ['ft_ultmultiremote'],
  ft_iotdevices10: ['ft_iotdevices25', 'ft_iotdevicesany'],
  ft_iotdevices25: ['ft_iotdevicesany'],
  ft_iothistory90d: ['ft_iothistory1y', 'ft_iothistoryany'],
  ft_iothistory1y: ['ft_iothistoryany'],
};

/** What a plan with these features can do of what the key stands for, where it is less of the same. */
export const lessOf = (features: readonly string[], key: string): string | undefined =>
  features.find((feature) => (within[feature] ?? []).includes(key));

/** Whether a plan with these features can do what the key stands for. */
export const covers = (features: readonly string[], key: string): boolean =>
  features.includes(key) || (within[key] ?? []).some((wider) => features.includes(wider));
