/** Makes a token of the values in the card field. Rejects with a CallError that has the message of the gateway. */
export type MakeToken = () => Promise<string>;

/** Props of the card fields of all gateways: sandbox and Stripe (PM-02). */
export interface CardFieldProps {
  disabled: boolean;
  /** With a function as soon as everything is filled in, with null while it is not. */
  onChange: (makeToken: MakeToken | null) => void;
  /** Id of the message under the frame. */
  describedBy: string | undefined;
}
