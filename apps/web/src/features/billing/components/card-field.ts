/** Makes a token of what is in the card field. Refused by the gateway, it rejects with a CallError in the gateway's words. */
export type MakeToken = () => Promise<string>;

/** What every gateway's card field is given: the sandbox's own, and Stripe's (PM-02). */
export interface CardFieldProps {
  disabled: boolean;
  /** With a function as soon as everything is filled in, with null while it is not. */
  onChange: (makeToken: MakeToken | null) => void;
  /** Id of the message under the frame. */
  describedBy: string | undefined;
}
