package dev.landfall.s3server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets the requests that change one object go on one after the other. The mock compares what a
 * request requires, and stores the object, in two steps; S3 does so in one.
 */
final class OneWriterPerKey extends OncePerRequestFilter {

  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

  private final Map<String, Lock> locks = new ConcurrentHashMap<>();

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return READS.contains(request.getMethod());
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain rest)
      throws ServletException, IOException {
    Lock lock = locks.computeIfAbsent(request.getServletPath(), path -> new ReentrantLock());
    lock.lock();
    try {
      rest.doFilter(request, response);
    } finally {
      lock.unlock();
    }
  }
}
