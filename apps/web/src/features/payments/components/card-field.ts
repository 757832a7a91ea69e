/** Makes a token of the values in the card field. Rejects with a CallError that has the message of the gateway. */
export type MakeToken = () => Promise<string>;

/** Props of the card fields of all gateways: sandbox and Stripe (PM-02). */
export interface CardFieldProps {
  disabled: boolean;
  /** Called with a function when all values are entered, and with null while they are not. */
  onChange: (makeToken: MakeToken | null) => void;
  /** Id of the message below the frame. */
  describedBy: string | undefined;
}
