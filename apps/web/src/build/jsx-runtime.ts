import runtime from 'react/jsx-runtime';

/**
 * Exports of React's runtime as an ES module, which all pages import instead (jsxAsModule). React is published as CommonJS,
 * so that the bundler would write each element as a call of a property of an unwrapped namespace.
 */
export const { Fragment, jsx, jsxs } = runtime;
