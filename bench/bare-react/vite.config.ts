/** The settings of the product's page that change what is sent. */
export default {
  build: { target: 'es2022', modulePreload: { polyfill: false }, sourcemap: false },
};
