/** A parameter as Stripe reads it: text, or a map of parameters. */
export type Form = { readonly [name: string]: string | Form };

type Draft = { [name: string]: string | Draft };

/** `card[token]=tok_visa&expand[0]=a` → `{card: {token: 'tok_visa'}, expand: {0: 'a'}}`. */
export const parseForm = (body: string): Form => {
  const form: Draft = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? '';
    let place = form;
    for (const step of path) {
      const next = place[step];
      const inner: Draft = typeof next === 'object' ? next : {};
      place[step] = inner;
      place = inner;
    }
    place[last] = value;
  }
  return form;
};

export const text = (form: Form, name: string): string => {
  const value = form[name];
  return typeof value === 'string' ? value : '';
};

export const inner = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};
