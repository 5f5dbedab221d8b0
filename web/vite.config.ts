import { defineConfig } from 'vite';

// `npx vite` serves the page with live reload beside a running `sissa serve`.
const api = process.env['SISSA_API'] ?? 'http://127.0.0.1:7664';

export default defineConfig({
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': {
        target: api,
        changeOrigin: true,
        ws: true,
        // The server answers its own page only: to it, this is the page.
        configure: proxy => {
          proxy.on('proxyReq', request => request.setHeader('origin', api));
          proxy.on('proxyReqWs', request => request.setHeader('origin', api));
        },
      },
    },
  },
  build: {
    outDir: '../crates/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
